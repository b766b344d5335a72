#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

/// A file that every report in HTML contains, carried inside the program so that it runs from any folder.
typedef struct {
    /// Its content. Never null; no zero byte follows it.
    const unsigned char *bytes;
    /// How many bytes there are; more than 0.
    unsigned long length;
} report_page_file;

/// The style sheet.
extern const report_page_file report_page_style;

/// The script, a classic one that is at the end of the page.
extern const report_page_file report_page_script;

#endif
