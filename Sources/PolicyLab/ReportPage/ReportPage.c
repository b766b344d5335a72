#include "ReportPage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char report_css[] = {
#embed "page/report.css"
};

static const unsigned char report_js[] = {
#embed "page/report.js"
};

const report_page_file report_page_style = {report_css, sizeof report_css};

const report_page_file report_page_script = {report_js, sizeof report_js};
