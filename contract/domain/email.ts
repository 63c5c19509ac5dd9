/** E-mail addresses: checked on both sides. */

/** One @ with a plain local part and a domain with a dot: the mail server decides the rest. */
export function isEmail(value: string): boolean {
  return (
    /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/i.test(value) &&
    !/^\.|\.\.|\.@/.test(value)
  );
}
