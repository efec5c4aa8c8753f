/** The shapes of version 0's answers, as far as the end-to-end tests look at them. */

/** A resource; which members it has depends on its kind. */
export interface V0Resource {
  readonly id: string;
  readonly name: string;
  readonly folderType: string;
  readonly root: readonly string[];
  readonly subscriptions: readonly string[];
  readonly subject: string;
  readonly hasAttachments: boolean;
  readonly text: string;
  readonly size: number;
  readonly downloadUrl: string;
  readonly textPlain: string;
  readonly textHtml: string;
}

/** An answer with one resource, or with a list of them. */
export interface V0Answer<Data = V0Resource> {
  readonly success: boolean;
  readonly total: number;
  readonly data: Data;
}

export type V0List = V0Answer<readonly V0Resource[]>;
