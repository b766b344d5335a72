#include "StagePage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char index_html[] = {
#embed "page/index.html"
};

static const unsigned char stage_js[] = {
#embed "page/stage.js"
};

static const unsigned char stage_css[] = {
#embed "page/stage.css"
};

const stage_page_file stage_page_index = {index_html, sizeof index_html};

const stage_page_file stage_page_script = {stage_js, sizeof stage_js};

const stage_page_file stage_page_style = {stage_css, sizeof stage_css};
