/** The octets in their own transferable memory. */
export function toOwnMemory(octets: Uint8Array): Uint8Array<ArrayBuffer> {
  return hasOwnMemory(octets) ? octets : new Uint8Array(octets);
}

function hasOwnMemory(octets: Uint8Array): octets is Uint8Array<ArrayBuffer> {
  return octets.buffer instanceof ArrayBuffer && octets.buffer.byteLength === octets.byteLength;
}
