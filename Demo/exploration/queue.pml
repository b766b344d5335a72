/* A gift queue with a threshold, as `giftty explore` has it, for Spin.
 *
 * Time goes in steps of 100 ms. Hearts last 1 s and rockets 4 s. In queue mode a gift waits for its turn; in replace
 * mode it takes the place of the running one from 30 % on, and is dropped before. The viewer closes, pauses, resumes
 * and switches the mode, which drops those that wait. */
#ifndef GIFTS
#define GIFTS 5
#endif
#ifndef ACTIONS
#define ACTIONS 4
#endif

byte gifts, actions;      /* used so far */
byte waiting[GIFTS];      /* the lengths of the gifts that wait, in their order */
byte count;               /* how many wait */
byte running;             /* the length of the running gift in steps; 0 for an empty stage */
byte elapsed;             /* the steps since its start */
bool replaces, paused;
byte ended;

inline next() {
    if
    :: count > 0 ->
        running = waiting[0]; elapsed = 0;
        for (i : 0 .. GIFTS - 2) { waiting[i] = waiting[i + 1] }
        waiting[GIFTS - 1] = 0; count--
    :: else -> running = 0; elapsed = 0
    fi;
    i = 0
}

inline arrive(length) {
    gifts++;
    if
    :: running == 0 -> running = length; elapsed = 0
    :: running != 0 && !replaces -> waiting[count] = length; count++
    :: running != 0 && replaces && elapsed * 10 >= running * 3 -> ended++; running = length; elapsed = 0
    :: running != 0 && replaces && elapsed * 10 < running * 3 -> ended++
    fi
}

active proctype session() {
    byte i;
    do
    :: d_step { gifts < GIFTS -> arrive(10) }
    :: d_step { gifts < GIFTS -> arrive(40) }
    :: d_step { actions < ACTIONS && running != 0 -> actions++; ended++; next() }
    :: d_step { actions < ACTIONS && !paused -> actions++; paused = true }
    :: d_step { actions < ACTIONS && paused -> actions++; paused = false }
    :: d_step { actions < ACTIONS && !replaces -> actions++; replaces = true;
           for (i : 0 .. GIFTS - 1) { waiting[i] = 0 }
           i = 0; ended = ended + count; count = 0 }
    :: d_step { actions < ACTIONS && replaces -> actions++; replaces = false }
    :: d_step { running != 0 && !paused -> elapsed++;
           if
           :: elapsed == running -> ended++; next()
           :: else
           fi }
    :: gifts == GIFTS && actions == ACTIONS && (running == 0 || paused) -> break
    od
}

/* Every gift is on stage, in the queue, or has ended; the stage is not empty while one waits. */
ltl accounted { [] (gifts == ended + count + (running != 0) && (running != 0 || count == 0)) }
