import { client } from '../../contract/modules/system/client';
import { defaultSettings } from '../../contract/wire/settings';
import { defineServerModule } from '../engine/serverModule';
import { problemRefusal, refuse } from '../kernel/errors';

function isOurs(row: { clientId: unknown }) {
  return row.clientId === defaultSettings.clientId;
}

export default defineServerModule(client, {
  table: 'sys_client',
  unique: [['clientId']],

  async saving({ clientId, clientSecret, status }, { language }, before) {
    if (!/^[\w-]{1,48}$/.test(clientId)) throw problemRefusal(client, 'clientId', 'badFormat', language);
    if (before && isOurs(before) && (status !== 1 || clientId !== before.clientId)) refuse('client.own');
    if (!before && !clientSecret) throw problemRefusal(client, 'clientSecret', 'required', language);
    // Compared as it is with what a browser sends; it is public there, and never shown here.
    return clientSecret ? { clientSecret } : undefined;
  },

  async removing(doomed) {
    if (doomed.some(isOurs)) refuse('client.own');
  },
});
