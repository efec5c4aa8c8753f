/** Is loaded into a program by `--import` and writes the URL of each file that it loads to standard error, a line each. */
import { register } from 'node:module';

const HOOKS = `
  import { writeSync } from 'node:fs';
  export async function load(url, context, next) {
    writeSync(2, url + '\\n');
    return next(url, context);
  }`;
register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
