/** The folders of `packages`, in the order in which the packages depend on each other. */
export const PACKAGES = ['relfield', 'imap', 'sandbox', 'posthorn', 'create-posthorn'];
