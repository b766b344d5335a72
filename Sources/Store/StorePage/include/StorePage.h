#ifndef STORE_PAGE_H
#define STORE_PAGE_H

/// A file of the store's web page, carried inside the server so that it runs from any folder.
typedef struct {
    /// Its name, such as "page.js", without a folder. Never null.
    const char *name;
    /// Its media type, such as "text/javascript; charset=utf-8". Never null.
    const char *media_type;
    /// Its content. Never null; no zero byte follows it.
    const unsigned char *bytes;
    /// How many bytes there are; more than 0.
    unsigned long length;
} store_page_file;

/// How many files there are.
extern const unsigned long store_page_file_count;

/// The file at `index`, or null when `index` is not below `store_page_file_count`. The first is the page itself; the others
/// are what it loads. It lives as long as the program.
const store_page_file *store_page_file_at(unsigned long index);

#endif
