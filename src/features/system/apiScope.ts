import { scopesFeature } from './scopes/scopes';

export const feature = scopesFeature('api');
