import type { HelpParts } from '../../help';
import { authority } from './authority';
import { base } from './base';
import { desk } from './desk';
import { flow } from './flow';
import { lease } from './lease';
import { monitor } from './monitor';
import { own } from './own';
import { reports } from './reports';
import { resource } from './resource';
import { system } from './system';

export const help: HelpParts['areas'] = { own, lease, desk, flow, reports, monitor, resource, base, authority, system };
