import { client } from '../../contract/modules/system/client';
import { defaultSettings } from '../../contract/wire/settings';
import { defineServerModule } from '../engine/serverModule';
import { Refusal, refuse } from '../kernel/errors';

function isOurs(row: { clientId: unknown }) {
  return row.clientId === defaultSettings.clientId;
}

export default defineServerModule(client, {
  table: 'sys_client',
  unique: [['clientId']],

  async saving({ clientId, clientSecret, status }, _cx, before) {
    if (!/^[\w-]{1,48}$/.test(clientId)) throw new Refusal('invalid', { text: '应用 ID' }, { clientId: 'badFormat' });
    if (before && isOurs(before) && (status !== 1 || clientId !== before.clientId)) refuse('client.own');
    if (!before && !clientSecret)
      throw new Refusal('invalid', { text: '请输入应用密钥' }, { clientSecret: 'required' });
    // Compared as it is with what a browser sends; it is public there, and never shown here.
    return clientSecret ? { clientSecret } : undefined;
  },

  async removing(doomed) {
    if (doomed.some(isOurs)) refuse('client.own');
  },
});
