/** The fields that all logs share: who made the request, where it came from, and which server wrote the row. */
import { dateTime, longText, ref, text } from '../../schema/fields';

export const callerFields = {
  createTime: dateTime('时间', 'Time'),
  createBy: text('操作人', 'User', { search: 'like', derived: true }),
  userId: ref('user')('用户', 'User account', {
    derived: true,
    inTable: false,
    search: 'equal',
    whenRemoved: 'keep',
  }),
};

export const placeFields = {
  method: text('请求方式', 'Method', { search: 'equal', derived: true, maxLength: 10 }),
  requestUri: text('请求地址', 'Request path', { search: 'like', derived: true, maxLength: 500 }),
  remoteIp: text('IP 地址', 'IP address', { search: 'like', derived: true }),
  userAgent: text('浏览器', 'Browser', { derived: true, inTable: false, maxLength: 1000 }),
  /** Redacted, as JSON text. */
  params: longText('请求参数', 'Parameters', { derived: true, inTable: false }),
  requestId: text('请求编号', 'Request ID', { search: 'equal', derived: true }),
};

/** The server that wrote the row, in the names of the family. */
export const serverFields = {
  serviceId: text('服务名', 'Service', { search: 'equal', derived: true, inTable: false, maxLength: 32 }),
  serverHost: text('服务器名', 'Server', { search: 'like', derived: true, inTable: false, maxLength: 255 }),
  serverIp: text('服务器 IP', 'Server IP', { derived: true, inTable: false }),
  env: text('环境', 'Environment', { derived: true, inTable: false, maxLength: 255 }),
};
