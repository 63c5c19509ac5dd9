import { dateTime, flag, integer, ref, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

/** A stored file. Bytes, size, digest and kind never change; only its name is typed. */
export const attach = defineModule({
  name: 'attach',
  title: ['附件', 'Attachment'],
  path: '/blade-resource/attach',
  menu: { under: 'resource', icon: 'folder', title: ['附件管理', 'Attachments'], sort: 20 },
  refuses: ['add'],
  fields: {
    originalName: text('附件原名', 'File name', { required: true, search: 'like', maxLength: 255 }),
    extension: text('扩展名', 'Type', { search: 'equal', derived: true, inForm: false, maxLength: 12 }),
    attachSize: integer('大小', 'Size', { derived: true, inForm: false }),
    ossId: ref('oss')('存储', 'Store', { derived: true, inForm: false, search: 'equal', shownAs: 'ossCode' }),
    /** Uploaded to stay, without a record: until it is removed here. */
    isLibrary: flag('资料库文件', 'Library file', { derived: true, inForm: false, search: 'equal' }),
    uploader: text('上传人', 'Uploaded by', { derived: true, inForm: false }),
    createTime: dateTime('上传时间', 'Uploaded at'),
    name: text('附件名称', 'Stored as', { derived: true, inTable: false, maxLength: 255 }),
    contentType: text('内容类型', 'Content type', { derived: true, inTable: false }),
    sha256: text('SHA-256', 'SHA-256', { derived: true, inTable: false, maxLength: 64 }),
    /** For an hour; null where the file may be opened from its records alone. */
    link: text('附件地址', 'Link', { derived: true, inTable: false, inForm: false, maxLength: 500 }),
    domain: text('附件域名', 'Origin', { derived: true, inTable: false, inForm: false, maxLength: 255 }),
  },
  sortable: ['originalName', 'attachSize', 'createTime'],
  actions: {
    upload: ['上传', 'Upload'],
    download: ['下载', 'Download'],
  },
});
export type Attach = RecordOf<typeof attach>;
