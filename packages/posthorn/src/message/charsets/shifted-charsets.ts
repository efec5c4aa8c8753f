/** `shift-out`: ISO-2022-KR (RFC 1557). `tilde`: HZ-GB-2312 (RFC 1843). */
export type Shift = 'shift-out' | 'tilde';

const LF = 0x0a;
const SHIFT_OUT = 0x0e;
const SHIFT_IN = 0x0f;
const ESCAPE = 0x1b;
const FIRST_GRAPHIC = 0x21;
const TILDE = 0x7e;
const HIGH_BIT = 0x80;
const DESIGNATION_OCTETS = 4;

interface Control {
  readonly octets: number;
  readonly isShifted: boolean;
  readonly literal?: number;
}

/** Converts to EUC-KR or GBK. Line ends end a shift: a lost octet spoils one line. */
export function toEightBit(octets: Uint8Array, shift: Shift): Uint8Array {
  const readControl = shift === 'tilde' ? readTildeControl : readShiftControl;
  const output = new Uint8Array(octets.length);
  let length = 0;
  let isShifted = false;
  for (let index = 0; index < octets.length; index++) {
    const octet = octets[index] ?? 0;
    const control = readControl(octets, index, isShifted);
    if (control === undefined) {
      isShifted = isShifted && octet !== LF;
      output[length++] = isShifted && octet >= FIRST_GRAPHIC ? octet | HIGH_BIT : octet;
    } else {
      isShifted = control.isShifted;
      index += control.octets - 1;
      if (control.literal !== undefined) output[length++] = control.literal;
    }
  }
  return output.subarray(0, length);
}

function readShiftControl(octets: Uint8Array, index: number, isShifted: boolean): Control | undefined {
  const octet = octets[index];
  if (octet === SHIFT_OUT) return { octets: 1, isShifted: true };
  if (octet === SHIFT_IN) return { octets: 1, isShifted: false };
  if (octet === ESCAPE) return { octets: DESIGNATION_OCTETS, isShifted };
  return undefined;
}

function readTildeControl(octets: Uint8Array, index: number, isShifted: boolean): Control | undefined {
  if (octets[index] !== TILDE) return undefined;
  switch (octets[index + 1]) {
    case 0x7b:
      return { octets: 2, isShifted: true };
    case 0x7d:
      return { octets: 2, isShifted: false };
    case TILDE:
      return isShifted ? undefined : { octets: 2, isShifted, literal: TILDE };
    case LF:
      return { octets: 2, isShifted: false };
    default:
      return undefined;
  }
}
