import { client } from '../../../contract/modules/system/client';
import { defineFeature } from '../crud/feature';

export const feature = defineFeature(client, () => ({
  naming: 'clientId',
  columns: ['clientId', 'authorizedGrantTypes', 'scope', 'accessTokenValidity', 'refreshTokenValidity', 'status'],
  widths: {
    clientId: 140,
    authorizedGrantTypes: 240,
    scope: 100,
  },
  phone: { clientId: 'name', scope: 'code', status: 'state', authorizedGrantTypes: 'note' },
  form: [
    ['clientId', 'clientSecret'],
    ['authorizedGrantTypes'],
    ['scope'],
    ['accessTokenValidity', 'refreshTokenValidity'],
    ['webServerRedirectUri'],
    ['resourceIds'],
    ['authorities'],
    ['autoapprove'],
    ['status'],
    ['additionalInformation'],
  ],
}));
