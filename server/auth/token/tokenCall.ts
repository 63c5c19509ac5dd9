/** Parameters and answer of the token call, in the names of OAuth 2 and of the family. */
import Type from 'typebox';
import { freeText, nullable, optional, shape, text, whole } from '../../kernel/schemas';
import { answeredAhead, askedAhead } from './rightsAhead';

function member() {
  return optional(freeText());
}

/** The token call as the API document describes it. */
export const tokenCall = {
  title: ['获取或刷新令牌', 'Get or renew a token'] as const,
  headers: {
    Authorization: Type.String({ description: 'Basic, the pair of a client app' }),
    'Tenant-Id': Type.Optional(Type.String()),
    'Dept-Id': Type.Optional(Type.String()),
    'Role-Id': Type.Optional(Type.String()),
    'Captcha-Key': Type.Optional(Type.String()),
    'Captcha-Code': Type.Optional(Type.String()),
  },
  body: {
    grant_type: optional(
      freeText(
        'password、captcha、sms_code、social、authorization_code 或 refresh_token',
        'password, captcha, sms_code, social, authorization_code or refresh_token',
      ),
    ),
    grantType: member(),
    tenantId: member(),
    username: member(),
    password: optional(freeText('md5 或 SM2', 'As md5 or SM2')),
    phone: member(),
    id: optional(freeText('验证码编号', 'Of the code that was sent')),
    value: optional(freeText('验证码', 'The code')),
    source: member(),
    code: member(),
    state: member(),
    redirect_uri: member(),
    refresh_token: member(),
    scope: member(),
    type: member(),
    with: askedAhead,
  },
  answer: shape({
    tenant_id: text(),
    user_id: text(),
    dept_id: text(),
    post_id: text(),
    role_id: text(),
    oauth_id: text(),
    account: text(),
    user_name: text(),
    nick_name: text(),
    real_name: text(),
    role_name: text(),
    avatar: text(),
    businessUserCode: text(),
    must_change_password: Type.Boolean(),
    /** Their phone was proved instead of the one-time password: they set the first password without it. */
    sets_password: optional(Type.Boolean()),
    show_tour: Type.Boolean(),
    access_token: text(),
    refresh_token: text(),
    token_type: Type.Literal('bearer'),
    expires_in: whole(),
    detail: shape({ type: text() }),
    license: text(),
    /** Answers of the calls about menus, buttons, top menus and processes, to who asked for them. */
    rights: answeredAhead,
  }),
};

/** The person behind a session. */
export const session = {
  person: shape({
    user_id: text(),
    tenant_id: text(),
    account: text(),
    nick_name: nullable(text()),
    real_name: nullable(text()),
    avatar: text(),
    businessUserCode: text(),
    dept_id: text(),
    role_id: text(),
    phone: text(),
    email: text(),
    /** The same as in the answer of the token call. */
    rights: answeredAhead,
  }),
};

/** A sent code: the id that it is redeemed by; the code itself on test installations alone. */
export const sentCode = shape({ id: text(), code: optional(text()) });
