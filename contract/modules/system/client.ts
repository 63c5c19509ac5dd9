import { choice, integer, longText, secret, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

/** A program that may ask for tokens. */
export const client = defineModule({
  name: 'client',
  title: ['应用', 'Client app'],
  path: '/blade-system/client',
  scope: 'platform',
  // Its secret is shown to the person who adds it, and does not travel in a sheet.
  without: ['import'],
  chosen: { by: 'list', title: 'clientId' },
  menu: { under: 'system', icon: 'phone', title: ['应用管理', 'Client apps'] },
  fields: {
    clientId: text('应用 ID', 'Client ID', { required: true, search: 'like', maxLength: 48 }),
    clientSecret: secret('应用密钥', 'Client secret', { maxLength: 256 }),
    authorizedGrantTypes: text('授权类型', 'Grant types', {
      required: true,
      maxLength: 256,
      initial: 'refresh_token,password,authorization_code,captcha,social,sms_code',
    }),
    scope: text('授权范围', 'Scope', { required: true, maxLength: 256, initial: 'all' }),
    accessTokenValidity: integer('令牌有效期(秒)', 'Access token validity (s)', {
      required: true,
      initial: 3600,
      min: 60,
      max: 86_400,
    }),
    refreshTokenValidity: integer('刷新令牌有效期(秒)', 'Refresh token validity (s)', {
      required: true,
      initial: 604_800,
      min: 60,
      max: 31_536_000,
    }),
    webServerRedirectUri: text('回调地址', 'Redirect URI', { maxLength: 256, inTable: false, holdsSecrets: true }),
    resourceIds: text('资源集合', 'Resources', { maxLength: 256, inTable: false }),
    authorities: text('权限', 'Authorities', { maxLength: 256, inTable: false }),
    autoapprove: text('自动授权', 'Auto-approve', { maxLength: 256, inTable: false }),
    additionalInformation: longText('附加说明', 'Notes', { maxLength: 4000, inTable: false, holdsSecrets: true }),
    status: choice(
      '状态',
      'Status',
      { 1: ['启用', 'Enabled'], 0: ['停用', 'Disabled'] },
      { initial: 1, search: 'equal' },
    ),
  },
});
export type Client = RecordOf<typeof client>;
