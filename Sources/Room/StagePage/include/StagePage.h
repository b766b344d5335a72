#ifndef STAGE_PAGE_H
#define STAGE_PAGE_H

/// A file of the page that draws a stage, carried inside the program.
typedef struct {
    /// Its content. Never null; no zero byte follows it.
    const unsigned char *bytes;
    /// How many bytes there are; more than 0.
    unsigned long length;
} stage_page_file;

/// The page itself.
extern const stage_page_file stage_page_index;

/// Its script.
extern const stage_page_file stage_page_script;

/// Its style sheet.
extern const stage_page_file stage_page_style;

#endif
