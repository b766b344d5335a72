#!/usr/bin/env python3
"""Measures what the watchers of a served stage cost, in a storm of gifts: a table of processor time and bytes.

    Demo/control/watchers.py [GIFTTY]       the program; .build/release/giftty otherwise

Reads the processor time of threads from /proc, so it runs on Linux only.
"""
import fcntl, os, pty, selectors, signal, socket, struct, sys, tempfile, termios, threading, time

GIFTTY = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "../../.build/release/giftty")
SECONDS = 10

def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]

def start(columns, rows, port, home):
    """Starts a room in a terminal that reads everything, and returns its process."""
    process, terminal = pty.fork()
    if process == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", HOME=home, LC_ALL="C.UTF-8")
        os.execv(GIFTTY, [GIFTTY, "demo", "--seed", "7", "--profile", "storm", "--serve", f"127.0.0.1:{port}"])
    def read():
        try:
            while os.read(terminal, 1 << 16): pass
        except OSError: pass
    threading.Thread(target=read, daemon=True).start()
    return process

def processor_time(process, thread):
    """Returns the processor time of the threads of a name, in seconds; of all threads if the name is empty."""
    time = 0
    for task in os.listdir(f"/proc/{process}/task"):
        with open(f"/proc/{process}/task/{task}/stat") as file: text = file.read()
        name, fields = text[text.index("(") + 1:text.rindex(")")], text[text.rindex(")") + 2:].split()
        if thread in ("", name): time += int(fields[11]) + int(fields[12])
    return time / os.sysconf("SC_CLK_TCK")

def watch(port, count):
    """Connects watchers, and returns a function that reads for some seconds and returns the number of bytes."""
    selector = selectors.DefaultSelector()
    for _ in range(count):
        watcher = socket.create_connection(("127.0.0.1", port))
        watcher.sendall(b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        selector.register(watcher, selectors.EVENT_READ)
    def read(seconds):
        end, total = time.time() + seconds, 0
        while time.time() < end:
            for key, _ in selector.select(0.1): total += len(key.fileobj.recv(1 << 18))
        return total
    return read

print("screen   watchers   thread of the watchers   whole program   bytes a second for each")
for columns, rows in [(80, 24), (200, 60)]:
    for count in [1, 10, 50]:
        with tempfile.TemporaryDirectory() as home:
            port = free_port()
            process = start(columns, rows, port, home)
            time.sleep(3)
            read = watch(port, count)
            read(2)
            before = [processor_time(process, thread) for thread in ("broadcast", "")]
            total = read(SECONDS)
            shares = [100 * (processor_time(process, thread) - time) / SECONDS
                      for thread, time in zip(("broadcast", ""), before)]
            print(f"{columns} × {rows:<4}{count:>7}{shares[0]:>20.1f} %{shares[1]:>20.1f} %{total / count / SECONDS:>20,.0f}",
                  flush=True)
            os.kill(process, signal.SIGINT)
            os.waitpid(process, 0)
