import { render } from 'preact';
import { createSession } from './state/session.ts';
import { App } from './views/app.tsx';
import { setFrameFolder } from './views/mail-frame.tsx';

const { api = '', files = '' } = document.documentElement.dataset;
const absolute = (address: string) => new URL(address, location.href).href;
const session = createSession({ api: absolute(api), files: absolute(files) });
setFrameFolder(absolute(files));
const page = document.getElementById('page');
if (page !== null) {
  page.replaceChildren();
  render(<App session={session} />, page);
}
void session.start();
