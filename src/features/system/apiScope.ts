import { scopesFeature } from './scopes/scopesPage';

export const feature = scopesFeature('api');
