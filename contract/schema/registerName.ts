/** Names and addresses of registers. */

/** Below `/api`, before the code of a register. */
export const registerPath = '/blade-register';
/** Address of the page of a register in the console, before its code. */
export const registerPages = '/register';
const stem = 'register-';

/**
 * The name of a register's module: of its menu, its permissions and its history. Codes have no hyphen, so that
 * `register-car_add` is a button of `car`, and `register-car-add` the menu of `car_add`.
 */
export function registerName(code: string): string {
  return stem + code.replaceAll('_', '-');
}
/** The code of a register by the name of its module; undefined for any other module. */
export function registerCode(name: string): string | undefined {
  return name.startsWith(stem) ? name.slice(stem.length).replaceAll('-', '_') : undefined;
}
