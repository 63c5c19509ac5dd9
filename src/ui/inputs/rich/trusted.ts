import DOMPurify from 'dompurify';

interface Policies {
  defaultPolicy: unknown;
  createPolicy(name: string, rules: { createHTML(text: string): string }): unknown;
}
declare const trustedTypes: Policies | undefined;

/**
 * The page rejects HTML strings (`require-trusted-types-for`), but the editor and the diagrams assign some; this policy
 * sanitises them.
 */
if (typeof trustedTypes !== 'undefined' && !trustedTypes.defaultPolicy)
  trustedTypes.createPolicy('default', {
    createHTML: (text) =>
      DOMPurify.sanitize(text, { ADD_ATTR: ['target', 'contenteditable'], RETURN_TRUSTED_TYPE: false }),
  });
