/** The top bar's contents, and for whom they are shown. */
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { Provider } from 'react-redux';
import { TopBarScreen } from '../../../../src/shell/frame/TopBarScreen';
import { log } from '../../../../src/store/log';
import { menu } from '../../../../src/store/navigation/menu';
import { preferences } from '../../../../src/store/preferences';
import { session } from '../../../../src/store/session';
import { Themed } from '../../../../src/ui/theme/Themed';
import { themeOf } from '../../../../src/ui/theme/theme';
import { words as zh } from '../../../../texts/zh/words';
import { quiet, type Started, start } from '../../../support/fakeWorld';

void i18next.use(initReactI18next).init({
  lng: 'zh',
  resources: { zh: { translation: zh } },
  interpolation: { escapeValue: false },
});

function drawn(app: Started) {
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18next}>
      <Provider store={app.store}>
        <Themed theme={themeOf('default', 'light')}>
          <TopBarScreen />
        </Themed>
      </Provider>
    </I18nextProvider>,
  );
}
async function fail(app: Started, times: number) {
  for (let time = 0; time < times; time++)
    app.do(log.actions.failed({ message: `fault ${time}`, stack: '', info: '' }));
  await quiet();
}

describe('the bar', () => {
  it('holds what folds the menu, the search, colour, theme, mode, lock, full screen, notices, language and the person', async () => {
    const page = drawn(await start());
    for (const name of [
      zh.frame.collapse,
      zh.bar.home,
      zh.bar.lock,
      zh.bar.fill,
      zh.bar.bell,
      zh.frame.language,
      zh.frame.toDark,
      '#409EFF',
      'Ctrl K',
    ])
      expect(page).toContain(name);
  });

  it('folds and unfolds the sidebar', async () => {
    const app = await start();
    expect(drawn(app)).toContain(zh.frame.collapse);
    app.do(preferences.actions.toggleNav());
    expect(drawn(app)).toContain(zh.frame.expand);
  });

  it('names home and the entries of the first menu level, the chosen one marked', async () => {
    const app = await start({ tops: [{ id: '71', name: '业务', path: '', source: '' }] });
    expect(drawn(app)).toMatch(/aria-current="true"[^>]*>(?:(?!<\/button>).)*首页/);
    app.do(menu.actions.pickTop('71'));
    expect(drawn(app)).toMatch(/aria-current="true"[^>]*>(?:(?!<\/button>).)*业务/);
  });

  it('counts the log to 99, and has no button for an empty one', async () => {
    const app = await start();
    const name = (count: number) => zh.bar.logs.replace('{{count}}', String(count));
    expect(drawn(app)).not.toContain('badge-quiet');
    await fail(app, 3);
    expect(drawn(app)).toContain(name(3));
    await fail(app, 150);
    const page = drawn(app);
    expect(page).toContain('>99<');
    expect(page).not.toMatch(/>1\d\d</);
  });

  it('says to leave the whole screen while it has it', async () => {
    const app = await start();
    app.do(preferences.actions.fill(true));
    expect(app.filled).toEqual([true]);
    app.do(preferences.actions.filled(true));
    expect(drawn(app)).toContain(zh.bar.unfill);
  });

  it('shows the employee number, and letters where there is no picture', async () => {
    const app = await start();
    const user = app.see(session.selectors.user)!;
    app.do(session.actions.signedIn({ ...user, businessUserCode: 'E10284', realName: '林予墨' }));
    expect(drawn(app)).toContain('E10284');
    expect(drawn(app)).toContain('予墨');
    app.do(session.actions.signedIn({ ...user, avatar: '/api/picture/1' }));
    expect(drawn(app)).toContain('/api/picture/1');
  });
});

describe('a new installation', () => {
  it('is Chinese, in the default theme, whose colour is #409EFF', () => {
    expect(preferences.getInitialState()).toMatchObject({
      language: 'zh',
      theme: 'default',
      accent: '',
      mode: 'light',
    });
  });
});
