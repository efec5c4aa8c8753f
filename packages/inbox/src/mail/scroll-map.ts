/** Firefox's limit is 17.8 million pixels. */
const MAX_HEIGHT = 15_000_000;

/** Visible rows of a list, perhaps above the browser's height limit. */
export interface ScrollMap {
  readonly height: number;
  readonly first: number;
  readonly last: number;
  readonly topOf: (index: number) => number;
}

interface ScrollView {
  readonly total: number;
  readonly rowHeight: number;
  readonly scrollTop: number;
  readonly viewHeight: number;
}

/** Maps scrolling to rows, one to one up to the height limit. */
export function scrollMap({ total, rowHeight, scrollTop, viewHeight }: ScrollView): ScrollMap {
  const full = total * rowHeight;
  const height = Math.min(full, MAX_HEIGHT);
  const range = Math.max(1, height - viewHeight);
  const top = full === height ? scrollTop : (Math.min(scrollTop, range) / range) * (full - viewHeight);
  const offset = top - scrollTop;
  return {
    height,
    first: Math.max(0, Math.floor(top / rowHeight)),
    last: Math.max(0, Math.min(total - 1, Math.ceil((top + viewHeight) / rowHeight))),
    topOf: (index) => index * rowHeight - offset,
  };
}

/** The scroll position that makes a row visible; unchanged if it is. */
export function scrollTopFor(index: number, view: ScrollView): number {
  const { rowHeight, scrollTop, viewHeight, total } = view;
  const full = total * rowHeight;
  const scale = full > MAX_HEIGHT ? (MAX_HEIGHT - viewHeight) / (full - viewHeight) : 1;
  const shownTop = scrollTop / scale;
  const [start, end] = [index * rowHeight, (index + 1) * rowHeight];
  if (start < shownTop) return start * scale;
  if (end > shownTop + viewHeight) return (end - viewHeight) * scale;
  return scrollTop;
}
