/** A sidebar with branches, as a strip of glyphs beside a page. `?mode=dark`. */
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import '../../src/ui/theme/base.css';
import { Frame } from '../../src/ui/layout/frame';
import { Themed } from '../../src/ui/theme/Themed';
import { themeOf } from '../../src/ui/theme/theme';
import { type NavItem, NavTree } from '../../src/ui/tree/NavTree';

const mode = new URLSearchParams(location.search).get('mode') === 'dark' ? 'dark' : 'light';

function branch(label: string, icon: NonNullable<NavItem['icon']>, ...children: string[]): NavItem {
  const below = children.map((child) => ({ key: `${label}/${child}`, label: child, path: `/${child}` }));
  return { key: label, label, icon, children: below };
}
const items = [
  { key: 'home', label: '首页', icon: 'home', path: '/home' } as const,
  branch('订单管理', 'document-bullet-list', '订单列表', '影像资料'),
  branch('付款管理', 'payment', '收付工作台'),
  branch('权限管理', 'people-settings', '角色', '数据权限', '接口权限', '权限排查'),
];

document.documentElement.dataset.mode = mode;
createRoot(document.getElementById('root')!).render(
  <Themed theme={themeOf('default', mode)}>
    <MemoryRouter>
      <Frame
        isCollapsed
        words={{ skip: 'Skip', menu: '主菜单', closeMenu: 'Close' }}
        top={<header />}
        tabs={null}
        nav={
          <NavTree
            brand={null}
            label="主菜单"
            groups={[{ key: 'all', items }]}
            current="home"
            open={new Set()}
            onToggle={() => undefined}
            emptyText=""
            outsideLabel=""
          />
        }
      >
        <h1>Page</h1>
        <p style={{ position: 'relative', zIndex: 1 }}>What stands on the page lies below what the strip shows.</p>
        <button type="button">Elsewhere</button>
      </Frame>
    </MemoryRouter>
  </Themed>,
);
