/** A loading row. */

export function SkeletonRow({ top }: { readonly top: number | null }) {
  return (
    <li
      class="row skeleton"
      aria-hidden="true"
      style={top === null ? {} : { position: 'absolute', top: `${top}px` }}
    >
      <span class="avatar" />
      <span class="bar bar-name" />
      <span class="bar bar-subject" />
      <span class="bar bar-preview" />
    </li>
  );
}
