/** A browser without scripts, as far as the connect page needs one: cookies, forms, and no redirect on its own. */

/** A page as it was answered. */
export interface AnsweredPage {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

export class PageClient {
  readonly #cookies = new Map<string, string>();
  readonly #headers: Readonly<Record<string, string>>;

  constructor(headers: Readonly<Record<string, string>> = {}) {
    this.#headers = headers;
  }

  get(url: string, headers: Readonly<Record<string, string>> = {}): Promise<AnsweredPage> {
    return this.#send(url, { headers });
  }

  post(
    url: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<AnsweredPage> {
    return this.#send(url, { method: 'POST', body: new URLSearchParams(fields), headers });
  }

  async #send(url: string, init: RequestInit): Promise<AnsweredPage> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      connection: 'close',
      ...this.#headers,
      cookie,
      ...(init.headers as Record<string, string>),
    };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      this.#cookies.set(name, value);
    }
    return { status: response.status, headers: response.headers, html: await response.text() };
  }
}

/** The text of a page without its style. */
export function textOf({ html }: AnsweredPage): string {
  const body = html.slice(html.indexOf('<body>')).replace(/<[^>]*>/g, ' ');
  const entities = /&#(\d+);/g;
  return body.replace(entities, (_entity, code) => String.fromCharCode(Number(code))).replace(/\s+/g, ' ');
}
