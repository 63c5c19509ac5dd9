import { findFeature } from '../features/registry';

/** The customer's signing page stands alone: no frame, no session. */
export function SignScreen() {
  const Page = findFeature('sign')?.pages[''];
  return Page ? <Page /> : null;
}
