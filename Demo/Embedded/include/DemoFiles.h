#ifndef DEMO_FILES_H
#define DEMO_FILES_H

/// A file of the Demo folder, carried inside the program so that it runs from any folder.
typedef struct {
    /// Where it lies below Demo, such as "gifts/heart.json" or "room.yaml". Never null.
    const char *name;
    /// Its content. Never null; no zero byte follows it.
    const unsigned char *bytes;
    /// How many bytes there are; more than 0.
    unsigned long length;
} demo_file;

/// How many files there are.
extern const unsigned long demo_file_count;

/// The file at `index`, in order of name, or null when `index` is not below `demo_file_count`.
/// It lives as long as the program.
const demo_file *demo_file_at(unsigned long index);

#endif
