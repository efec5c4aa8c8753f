import { SkeletonRow } from './skeleton-row.tsx';

const ROWS = 12;

/** The page layout while loading. */
export function Starting() {
  return (
    <div class="mailbox" aria-busy="true">
      <header class="top-bar">
        <span class="brand">
          <span class="brand-mark">P</span>
          <span class="brand-name">Posthorn</span>
        </span>
      </header>
      <nav class="folders" aria-label="Folders" />
      <section class="list-pane" aria-label="Messages">
        <div class="list-head" />
        <ul class="list">
          {Array.from({ length: ROWS }, (_, index) => (
            <SkeletonRow key={index} top={null} />
          ))}
        </ul>
      </section>
      <main class="reading-pane">
        <h1 class="visually-hidden">The mailbox is being opened</h1>
      </main>
    </div>
  );
}
