/** For wider spans a set is used. */
const MAX_BITMAP_OCTETS = 32 * 1024 * 1024;

/** The uids among `existing`, which ascends. */
export function keepExisting(uids: ArrayLike<number>, existing: Uint32Array): Uint32Array {
  const exists = membership(existing);
  const kept = new Uint32Array(uids.length);
  let count = 0;
  for (let position = 0; position < uids.length; position += 1) {
    const uid = uids[position] ?? 0;
    if (exists(uid)) {
      kept[count] = uid;
      count += 1;
    }
  }
  return count === kept.length ? kept : kept.slice(0, count);
}

function membership(ascending: Uint32Array): (uid: number) => boolean {
  const first = ascending[0] ?? 0;
  const last = ascending.at(-1) ?? 0;
  const octets = Math.ceil((last - first + 1) / 8);
  if (octets > MAX_BITMAP_OCTETS) {
    const set = new Set(ascending);
    return (uid) => set.has(uid);
  }
  const bits = new Uint8Array(octets);
  for (let position = 0; position < ascending.length; position += 1) {
    const bit = (ascending[position] ?? 0) - first;
    bits[bit >>> 3] = (bits[bit >>> 3] ?? 0) | (1 << (bit & 7));
  }
  return (uid) => {
    const bit = uid - first;
    return bit >= 0 && ascending.length > 0 && (((bits[bit >>> 3] ?? 0) >>> (bit & 7)) & 1) === 1;
  };
}
