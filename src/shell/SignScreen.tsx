import { useRoutes } from 'react-router-dom';
import { findFeature } from '../features/registry';
import { pageRoutes } from './pageRoutes';

/** The customer's signing page stands alone: no frame, no session. */
export const SignScreen = () => {
  const feature = findFeature('sign');
  return useRoutes(feature ? pageRoutes(feature) : []);
};
