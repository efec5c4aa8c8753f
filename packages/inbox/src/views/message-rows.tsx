import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { scrollMap, scrollTopFor } from '../mail/scroll-map.ts';
import type { Commands } from './commands.ts';
import { useMailbox } from './mailbox-context.ts';
import { MessageRowView } from './message-row-view.tsx';
import { SkeletonRow } from './skeleton-row.tsx';

/** Matches the style sheet. */
const ROW_HEIGHT = 82;
const OVERSCAN = 6;
/** Loads only where a fast scroll rests. */
const REST_MS = 80;

/** Visible rows of a list of any length. */
export function MessageRows({ commands }: { readonly commands: Commands }) {
  const mailbox = useMailbox();
  const { list, cursor, cursorMoves, folders } = mailbox;
  const scroller = useRef<HTMLDivElement>(null);
  const view = useSignal({ scrollTop: 0, viewHeight: innerHeight });
  const isLoading = list.status.value.kind === 'loading';
  void list.version.value;
  const { total: known } = list.rows();
  const total = isLoading && known === 0 ? Math.ceil(innerHeight / ROW_HEIGHT) : known;
  const shape = { total, rowHeight: ROW_HEIGHT, ...view.value };
  const { height, first, last, topOf } = scrollMap(shape);

  useScrolling(scroller, view);
  useEffect(() => {
    const timer = setTimeout(() => list.want(first, last), REST_MS);
    return () => clearTimeout(timer);
  }, [first, last, known, isLoading]);
  useMovement(scroller);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element !== null)
      element.scrollTop = scrollTopFor(cursor.value, { ...shape, scrollTop: element.scrollTop });
  }, [cursorMoves.value]);
  useLayoutEffect(() => {
    if (!isLoading) requestAnimationFrame(() => performance.mark('list-shown'));
  }, [isLoading]);
  useLayoutEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = 0;
  }, [list.source.value]);

  const rows = [];
  for (let index = Math.max(0, first - OVERSCAN); index <= Math.min(total - 1, last + OVERSCAN); index += 1) {
    const row = list.rows().at(index);
    const top = topOf(index);
    rows.push(
      row === undefined ? (
        <SkeletonRow key={`at-${index}`} top={top} />
      ) : (
        <MessageRowView key={row.id} row={row} place={{ index, top, total }} commands={commands} />
      ),
    );
  }
  const name = useComputed(() => folders.labelOf(list.source.value.folder)).value;
  return (
    <div class="list" ref={scroller} aria-busy={isLoading} data-total={known}>
      <ul class="canvas" aria-label={name} style={{ height: `${height}px` }}>
        {rows}
      </ul>
    </div>
  );
}

type Scroller = { readonly current: HTMLDivElement | null };

function useScrolling(scroller: Scroller, view: { value: { scrollTop: number; viewHeight: number } }): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = () => {
      view.value = { scrollTop: element.scrollTop, viewHeight: element.clientHeight };
    };
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', measure);
      observer.disconnect();
    };
  }, []);
}

/** Keeps the visible text in position. */
function useMovement(scroller: Scroller): void {
  const { list } = useMailbox();
  const { serial, rows } = list.movement.value;
  const seen = useRef(serial);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || seen.current === serial) return;
    seen.current = serial;
    if (element.scrollTop > 0) element.scrollTop += rows * ROW_HEIGHT;
  }, [serial]);
}
