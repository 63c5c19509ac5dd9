/** An operator's settings: accepted as intended, or refused at the start with the name of the invalid one. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSettings } from '../../../contract/wire/settings';
import { readConfig } from '../../../server/platform/config';

const folder = mkdtempSync(join(tmpdir(), 'leasedesk-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
function fileOf(held: unknown): string {
  const file = join(folder, 'providers.json');
  writeFileSync(file, typeof held === 'string' ? held : JSON.stringify(held));
  return file;
}
const entry = {
  source: 'gitee',
  authorizeUrl: 'https://gitee.example/authorize',
  tokenUrl: 'https://gitee.example/token',
  userUrl: 'https://gitee.example/user',
  clientId: 'us',
  clientSecret: 'secret',
};
const sso = {
  SSO_AUTHORIZE_URL: 'https://sso.example/authorize',
  SSO_TOKEN_URL: 'https://sso.example/token',
  SSO_USER_URL: 'https://sso.example/user',
  SSO_CLIENT_ID: 'us',
  SSO_CLIENT_SECRET: 'secret',
};

describe('the settings', () => {
  it.each([
    [{}, [false, false]],
    [{ SMS_URL: 'https://sms.example/send' }, [true, false]],
    [{ PHONE_TEST_MODE: '1' }, [true, true]],
    [{ PHONE_TEST_MODE: '1', PHONE_MODE: '0', HOST: '::1' }, [false, true]],
    [{ PHONE_MODE: '1' }, 'SMS_URL'],
    [{ PHONE_TEST_MODE: '1', HOST: '0.0.0.0' }, 'loopback'],
    [{ PHONE_TEST_MODE: '1', PUBLIC_URL: 'https://lease.example' }, 'loopback'],
    [{ PHONE_TEST_MODE: '1', SMS_URL: 'https://sms.example/send' }, 'unset one'],
  ])('send codes by phone where they can be read: %j', (env, outcome) => {
    if (typeof outcome === 'string') return expect(() => readConfig(env)).toThrow(outcome);
    const { phoneMode, phoneTestMode } = readConfig(env).settings.console;
    expect([phoneMode, phoneTestMode]).toEqual(outcome);
  });

  it('are the defaults where nothing is set', () => {
    const { settings, sms, egressAllow } = readConfig({});
    expect(settings).toEqual({
      publicUrl: '',
      providers: [],
      sso: null,
      signsAt: 'local',
      timeStampUrl: '',
      tour: true,
      apiDocs: 'signedIn',
      console: defaultSettings,
    });
    expect([sms, egressAllow]).toEqual([undefined, []]);
  });

  it('are taken from the environment', () => {
    const { settings, sms, egressAllow } = readConfig({
      ...sso,
      PUBLIC_URL: 'https://lease.example/',
      CAPTCHA_MODE: '1',
      SWITCH_MODE: 'true',
      PHONE_MODE: '0',
      PASSWORD_CIPHER: 'sm2',
      FRAME_HOSTS: 'Reports.example.com, bi.example.com:8443',
      SMS_URL: 'https://sms.example/send',
      EGRESS_ALLOW: 'Internal:8080',
      EDITOR_UPLOAD_MS: '8000',
      SILENT_CODES: '2001, 2002',
      TOKEN_CRYPTO_KEY: 'AB'.repeat(32),
      OAUTH_PROVIDERS: fileOf([entry]),
    });
    expect(settings.publicUrl).toBe('https://lease.example');
    expect(settings.providers).toEqual([
      {
        ...entry,
        title: 'gitee',
        scope: '',
        fields: { id: 'id', name: 'name', avatar: 'avatar_url', email: 'email' },
      },
    ]);
    expect(settings.sso).toMatchObject({ clientSecret: 'secret', accountField: 'account', tenantId: '000000' });
    expect(readConfig({ ...sso, SSO_TENANT_ID: '100001' }).settings.console.sso?.tenantId).toBe('100001');
    expect(settings.console).toMatchObject({
      captchaMode: true,
      switchMode: true,
      phoneMode: false,
      passwordCipher: 'sm2',
      frameHosts: ['reports.example.com', 'bi.example.com:8443'],
      silentCodes: [2001, 2002],
      tokenCryptoKey: 'AB'.repeat(32),
      editorUpload: { kind: 'oss', timeoutMs: 8000, megabytes: 5 },
      socialSources: [{ source: 'gitee', title: 'gitee' }],
      sso: { authorizeUrl: 'https://sso.example/authorize', clientId: 'us' },
    });
    expect(JSON.stringify(settings.console)).not.toContain('"secret"');
    expect(sms).toEqual({ url: 'https://sms.example/send', token: '' });
    expect(egressAllow).toEqual(['internal:8080']);
  });

  const wrong: [Record<string, string>, string][] = [
    [{ PASSWORD_CIPHER: 'rsa' }, 'PASSWORD_CIPHER'],
    [{ CAPTCHA_MODE: 'yes' }, 'CAPTCHA_MODE'],
    [{ FRAME_HOSTS: "x; script-src 'unsafe-inline'" }, 'FRAME_HOSTS'],
    [{ FRAME_HOSTS: '*.example.com' }, 'FRAME_HOSTS'],
    [{ SILENT_CODES: '2001;2002' }, 'SILENT_CODES'],
    [{ TOKEN_CRYPTO_KEY: 'abc' }, 'TOKEN_CRYPTO_KEY'],
    [{ TOKEN_CRYPTO_KEY_FILE: join(folder, 'missing.key') }, 'TOKEN_CRYPTO_KEY_FILE'],
    [{ SMS_URL: 'sms.example' }, 'SMS_URL'],
    [{ COMPANY_NAME: '长'.repeat(46) }, 'COMPANY_NAME'],
    [{ COMPANY_NAME: 'a\nb' }, 'COMPANY_NAME'],
    [{ SMS_URL: 'https://user:word@sms.example/' }, 'SMS_URL'],
    [{ SSO_CLIENT_ID: 'us' }, 'SSO_AUTHORIZE_URL'],
    [{ ...sso, SSO_TENANT_ID: 'ours' }, 'SSO_TENANT_ID'],
    [{ ...sso, SSO_TOKEN_URL: 'ftp://sso.example' }, 'SSO_TOKEN_URL'],
    [{ OAUTH_PROVIDERS: join(folder, 'missing.json') }, 'OAUTH_PROVIDERS'],
  ];
  it.each(wrong)('%j are refused', (env, named) => {
    expect(() => readConfig(env)).toThrow(named);
    // For operators who read either language.
    expect(() => readConfig(env)).toThrow(/[\u4e00-\u9fff].* · /u);
  });

  it.each([
    ['no JSON', 'providers', 'cannot be read as JSON'],
    ['no list', {}, 'must hold a list'],
    ['an entry that is nothing', [null], 'OAUTH_PROVIDERS[0]'],
    ['an odd source', [{ ...entry, source: '../x' }], 'OAUTH_PROVIDERS[0].source'],
    ['the source of the group’s own sign-in', [{ ...entry, source: 'sso' }], 'OAUTH_PROVIDERS[0].source'],
    ['a source twice', [entry, entry], "'gitee' is there twice"],
    ['no secret', [{ ...entry, clientSecret: undefined }], 'OAUTH_PROVIDERS[0].clientSecret'],
    ['no address', [entry, { ...entry, source: 'b', tokenUrl: 'x' }], 'OAUTH_PROVIDERS[1].tokenUrl'],
    ['a field that is no name', [{ ...entry, fields: { id: 1 } }], 'OAUTH_PROVIDERS[0].fields.id'],
  ])('of providers are refused with %s', (_case, held, message) => {
    expect(() => readConfig({ OAUTH_PROVIDERS: fileOf(held) })).toThrow(message);
  });

  it('of providers that are no JSON are refused without a letter of them', () => {
    const file = join(folder, 'broken.json');
    writeFileSync(file, '[{"clientSecret":PLANTED}]');
    let said = '';
    try {
      readConfig({ OAUTH_PROVIDERS: file });
    } catch (error) {
      said = (error as Error).message;
    }
    expect(said).toMatch(/cannot be read as JSON/);
    expect(said).not.toMatch(/PLANT|Secret/);
  });
});

describe('a signing service', () => {
  const whole = {
    FASC_URL: 'https://uat-api.fadada.com/api/v5/',
    FASC_APP_ID: '80001234',
    FASC_APP_SECRET: 'hushed',
    FASC_CORP_ID: 'corp1,000002:corp2',
    PUBLIC_URL: 'https://lease.example',
  };
  it('is none unless it is set, and may stay for earlier contracts', () => {
    expect(readConfig({})).toMatchObject({ fasc: undefined, settings: { signsAt: 'local' } });
    expect(readConfig(whole)).toMatchObject({ fasc: { appId: '80001234' }, settings: { signsAt: 'local' } });
  });
  it('knows the companies of tenants', () => {
    const { fasc, settings } = readConfig({ ...whole, ESIGN_PROVIDER: 'fasc' });
    expect(settings.signsAt).toBe('fasc');
    expect(fasc).toMatchObject({ url: 'https://uat-api.fadada.com/api/v5', businessId: undefined });
    expect([...fasc!.companies]).toEqual([
      ['000000', 'corp1'],
      ['000002', 'corp2'],
    ]);
    expect(JSON.stringify(settings)).not.toContain('hushed');
  });
  it.each([
    [{ ESIGN_PROVIDER: 'paper' }, "ESIGN_PROVIDER must be local or fasc, not 'paper'"],
    [{ ESIGN_PROVIDER: 'fasc' }, 'FASC needs FASC_URL, FASC_APP_ID, FASC_APP_SECRET, FASC_CORP_ID too'],
    [{ FASC_URL: whole.FASC_URL, FASC_APP_ID: '1' }, 'FASC needs FASC_APP_SECRET, FASC_CORP_ID too'],
    [{ ...whole, FASC_CORP_ID: 'a b' }, "FASC_CORP_ID must list openCorpId or tenant:openCorpId, not 'a b'"],
    [{ ...whole, FASC_URL: 'fadada' }, 'FASC_URL must be an http or https address'],
    [
      { ...whole, ESIGN_PROVIDER: 'fasc', PUBLIC_URL: '' },
      'ESIGN_PROVIDER=fasc needs PUBLIC_URL too: FASC sends its callbacks there',
    ],
  ])('half set is refused: %j', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(sentence);
  });
});
