import { logApi } from '../../contract/modules/log/logApi';
import type { Module } from '../../contract/schema/module';
import { defineLog } from './reading';

export default defineLog(logApi as unknown as Module, {
  table: 'api_log',
  long: ['params'],
  /** Titles are stored in both languages, and shown in the reader's. */
  showing: ({ titleEn, ...row }, { language }) => (language === 'zh' || !titleEn ? row : { ...row, title: titleEn }),
});
