#include "StorePage.h"

#include <stddef.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char index_html[] = {
#embed "page/index.html"
};

static const unsigned char base_css[] = {
#embed "page/base.css"
};

static const unsigned char catalogue_css[] = {
#embed "page/catalogue.css"
};

static const unsigned char catalogue_js[] = {
#embed "page/catalogue.js"
};

static const unsigned char changes_js[] = {
#embed "page/changes.js"
};

static const unsigned char controls_css[] = {
#embed "page/controls.css"
};

static const unsigned char dialogs_js[] = {
#embed "page/dialogs.js"
};

static const unsigned char element_js[] = {
#embed "page/element.js"
};

static const unsigned char fields_js[] = {
#embed "page/fields.js"
};

static const unsigned char findings_js[] = {
#embed "page/findings.js"
};

static const unsigned char icon_svg[] = {
#embed "page/icon.svg"
};

static const unsigned char openapi_json[] = {
#embed "page/openapi.json"
};

static const unsigned char page_js[] = {
#embed "page/page.js"
};

static const unsigned char parts_css[] = {
#embed "page/parts.css"
};

static const unsigned char playback_js[] = {
#embed "page/playback.js"
};

static const unsigned char published_js[] = {
#embed "page/published.js"
};

static const unsigned char publishing_js[] = {
#embed "page/publishing.js"
};

static const unsigned char rules_js[] = {
#embed "page/rules.js"
};

static const unsigned char settings_form_js[] = {
#embed "page/settings-form.js"
};

static const unsigned char store_js[] = {
#embed "page/store.js"
};

static const unsigned char upload_js[] = {
#embed "page/upload.js"
};

static const unsigned char words_js[] = {
#embed "page/words.js"
};

#define FILE_OF(name, type, bytes) {name, type "; charset=utf-8", bytes, sizeof bytes}

static const store_page_file files[] = {
    FILE_OF("index.html", "text/html", index_html),
    FILE_OF("base.css", "text/css", base_css),
    FILE_OF("catalogue.css", "text/css", catalogue_css),
    FILE_OF("catalogue.js", "text/javascript", catalogue_js),
    FILE_OF("changes.js", "text/javascript", changes_js),
    FILE_OF("controls.css", "text/css", controls_css),
    FILE_OF("dialogs.js", "text/javascript", dialogs_js),
    FILE_OF("element.js", "text/javascript", element_js),
    FILE_OF("fields.js", "text/javascript", fields_js),
    FILE_OF("findings.js", "text/javascript", findings_js),
    FILE_OF("icon.svg", "image/svg+xml", icon_svg),
    FILE_OF("openapi.json", "application/json", openapi_json),
    FILE_OF("page.js", "text/javascript", page_js),
    FILE_OF("parts.css", "text/css", parts_css),
    FILE_OF("playback.js", "text/javascript", playback_js),
    FILE_OF("published.js", "text/javascript", published_js),
    FILE_OF("publishing.js", "text/javascript", publishing_js),
    FILE_OF("rules.js", "text/javascript", rules_js),
    FILE_OF("settings-form.js", "text/javascript", settings_form_js),
    FILE_OF("store.js", "text/javascript", store_js),
    FILE_OF("upload.js", "text/javascript", upload_js),
    FILE_OF("words.js", "text/javascript", words_js),
};

const unsigned long store_page_file_count = sizeof files / sizeof files[0];

const store_page_file *store_page_file_at(unsigned long index) {
    return index < store_page_file_count ? &files[index] : NULL;
}
