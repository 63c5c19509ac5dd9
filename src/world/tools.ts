/** Browser access of the developer tools' part. Loaded with it, and never otherwise. */

/** A place on the page from now on, so that what comes into it is read out; the Tab key reaches it before the page. */
export function statusPlace(className: string): HTMLElement {
  const place = Object.assign(document.createElement('div'), { className });
  place.setAttribute('role', 'status');
  document.body.prepend(place);
  return place;
}

/** Shows the address of a place, unless it is shown already. */
export function showAddress(address: string, navigate: (address: string, how: 'replace') => void): void {
  if (address !== location.pathname + location.search) navigate(address, 'replace');
}
