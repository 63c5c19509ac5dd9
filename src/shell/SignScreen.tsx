import { findFeature } from '../features/registry';

/** The customer's signing page has no frame and no session. */
export function SignScreen() {
  const Page = findFeature('sign')?.pages[''];
  return Page ? <Page /> : null;
}
