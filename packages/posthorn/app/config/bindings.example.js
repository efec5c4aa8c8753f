// @ts-check
/**
 * The services that this installation replaces. node_modules/posthorn/docs/replacing-services.md says which there are.
 *
 * Copy this file to bindings.js, keep what you need, and restart. Each binding is a function of the services, by name, and
 * of `inherited`, which gives the implementation that it replaces: wrap that, or leave it out and give your own. Posthorn
 * has to be installed in this directory (`npm install posthorn`), so that the import leads to the copy that runs.
 */
import { defineBindings } from 'posthorn/bindings';

export default defineBindings({
  /** Logs how many recipients each message went to, and how many were refused. */
  mailTransport: ({ logger }, inherited) => {
    const transport = inherited();
    return {
      async submit(request, signal) {
        const submission = await transport.submit(request, signal);
        const { accepted, rejected } = submission;
        logger.info({ accepted: accepted.length, rejected: rejected.length }, 'message submitted');
        return submission;
      },
      close: () => transport.close(),
    };
  },
});
