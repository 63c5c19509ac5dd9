import { tellEnding } from '../../lease/asset/expiring';
import { defineJobHandler } from '../handler';

export const assetExpiry = defineJobHandler({
  key: 'asset.expiry',
  async run({ work, log }) {
    const count = await work(tellEnding);
    if (count > 0) log.info(`${count} 条提醒 · messages: ${count}`);
    return String(count);
  },
});
