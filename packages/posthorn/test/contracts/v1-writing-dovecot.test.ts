/** Version 1 writes over a real Dovecot as it does over the sandbox. */
import { writingSuite } from '../http/v1/writing/writing.suite.ts';
import { startDovecotWriting } from './dovecot-writing.ts';

writingSuite('Dovecot', () => startDovecotWriting());
