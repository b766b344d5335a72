'use strict';
// Draws the pictures of a stage, which come as server-sent events; see the guide, "Controlling a room". The shapes of
// lines and blocks are in blocks.js.

const canvas = document.getElementById('stage');
const text = document.getElementById('text');
const notice = document.getElementById('notice');
const context = canvas.getContext('2d', {alpha: false});

const [BOLD, DIM, ITALIC, UNDERLINE, REVERSE, ONE_GLYPH, WIDE] = [1, 2, 4, 8, 16, 256, 512];
const FAMILY = 'ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace';
const DEFAULT_FOREGROUND = 0xdddddd, DEFAULT_BACKGROUND = 0x000000;
const EMPTY = {glyph: ' ', foreground: -1, background: -1, attributes: 0};

let columns = 0, rows = 0, cells = [];
// The size of a cell in pixels of the screen.
let cellWidth = 8, cellHeight = 16, fontSize = 13;
let textIsDue = false;

const css = (color, fallback) => '#' + (color < 0 ? fallback : color).toString(16).padStart(6, '0');

/// Chooses the largest cells with which the whole stage fits into the window.
function fit() {
    if (!columns || !rows) return;
    const scale = window.devicePixelRatio || 1;
    const [width, height] = [window.innerWidth * scale, window.innerHeight * scale];
    cellWidth = Math.max(1, Math.floor(Math.min(width / columns, height / rows / 2)));
    cellHeight = 2 * cellWidth;
    context.font = `100px ${FAMILY}`;
    const glyphWidth = context.measureText('M').width / 100;
    fontSize = Math.min(cellWidth / glyphWidth, cellHeight / 1.2);
    canvas.width = columns * cellWidth;
    canvas.height = rows * cellHeight;
    canvas.style.width = `${canvas.width / scale}px`;
    canvas.style.height = `${canvas.height / scale}px`;
    for (let index = 0; index < cells.length; index++) draw(index);
}

function draw(index) {
    const cell = cells[index];
    if (!cell) return;
    const isWide = Boolean(cell.attributes & WIDE);
    const [x, y] = [index % columns * cellWidth, Math.floor(index / columns) * cellHeight];
    const width = isWide ? 2 * cellWidth : cellWidth;
    let foreground = css(cell.foreground, DEFAULT_FOREGROUND), background = css(cell.background, DEFAULT_BACKGROUND);
    if (cell.attributes & REVERSE) [foreground, background] = [background, foreground];
    context.fillStyle = background;
    context.fillRect(x, y, width, cellHeight);
    context.fillStyle = foreground;
    context.globalAlpha = cell.attributes & DIM ? 0.6 : 1;
    const areas = blocks.get(cell.glyph);
    if (areas) areas.forEach(area => fill(area, x, y));
    else if (cell.glyph !== ' ') drawGlyph(cell, x, y, width);
    if (cell.attributes & UNDERLINE) context.fillRect(x, y + cellHeight * 0.92, width, Math.max(1, cellHeight / 16));
    context.globalAlpha = 1;
}

/// Fills a part of a cell, with edges at whole pixels, so that the parts of neighbouring cells join.
function fill([left, top, right, bottom], x, y) {
    const [x0, x1] = [left, right].map(edge => Math.round(edge * cellWidth / 8));
    const [y0, y1] = [top, bottom].map(edge => Math.round(edge * cellHeight / 16));
    context.fillRect(x + x0, y + y0, Math.max(1, x1 - x0), Math.max(1, y1 - y0));
}

function drawGlyph(cell, x, y, width) {
    context.save();
    context.beginPath();
    context.rect(x, y, width, cellHeight);
    context.clip();
    const style = (cell.attributes & ITALIC ? 'italic ' : '') + (cell.attributes & BOLD ? 'bold ' : '');
    context.font = `${style}${fontSize}px ${FAMILY}`;
    context.textBaseline = 'middle';
    context.textAlign = 'center';
    context.fillText(cell.glyph, x + width / 2, y + cellHeight * 0.53, width);
    context.restore();
}

function put(index, cell) {
    cells[index] = cell;
    // The left half of a wide glyph also draws the right half.
    if (cell.attributes & WIDE) cells[index + 1] = null;
    draw(index);
}

function show(picture) {
    if (picture.isWhole || picture.columns !== columns || picture.rows !== rows) {
        const isResized = picture.columns !== columns || picture.rows !== rows;
        [columns, rows] = [picture.columns, picture.rows];
        cells = new Array(columns * rows).fill(EMPTY);
        if (isResized) fit(); else for (let index = 0; index < cells.length; index++) draw(index);
    }
    for (const [start, foreground, background, attributes, glyphs] of picture.runs) {
        const style = {foreground, background, attributes};
        if (attributes & ONE_GLYPH) put(start, {...style, glyph: glyphs});
        else [...glyphs].forEach((glyph, offset) => put(start + offset, {...style, glyph}));
    }
    if (!textIsDue) {
        textIsDue = true;
        setTimeout(showText, 500);
    }
}

/// Repeats the stage as text, less often than it changes.
function showText() {
    textIsDue = false;
    const lines = [];
    for (let row = 0; row < rows; row++) {
        const line = cells.slice(row * columns, (row + 1) * columns);
        lines.push(line.map(cell => !cell ? '' : blocks.has(cell.glyph) ? ' ' : cell.glyph).join('').trimEnd());
    }
    text.textContent = lines.join('\n');
}

function say(words) {
    notice.textContent = words;
    notice.hidden = !words;
}

function watch() {
    const events = new EventSource('events');
    events.onmessage = event => {
        say('');
        show(JSON.parse(event.data));
    };
    events.onerror = () => {
        if (events.readyState !== EventSource.CLOSED) {
            // The browser connects again by itself, and then gets a whole picture.
            say('The stage does not answer. Waiting for it …');
            return;
        }
        // The stage has refused, which ends the browser's own tries.
        say('All places for watchers are taken. Waiting for one …');
        setTimeout(watch, 5000);
    };
}

watch();
window.addEventListener('resize', fit);
