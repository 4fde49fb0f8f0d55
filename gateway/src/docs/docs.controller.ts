import { Controller, Get, Header } from '@nestjs/common';
import { errorStatus, type Operation, operations } from '@studiolo/contracts';

import { Access } from '../session/session.guard.js';
import { errorsOf, openApiDocument } from './openapi.js';

@Access('public')
@Controller('api/docs')
export class DocsController {
  private readonly page = docsPage();
  private readonly document = openApiDocument();

  @Get()
  @Header('content-type', 'text/html; charset=utf-8')
  show(): string {
    return this.page;
  }

  @Get('openapi.json')
  openApi() {
    return this.document;
  }
}

/** The API documentation as a page, without scripts or external resources. */
function docsPage(): string {
  const sections = Map.groupBy(operations, ({ tag }) => tag);
  const body = [...sections]
    .map(([tag, list]) => `<section><h2>${tag}</h2>${list.map(entry).join('')}</section>`)
    .join('');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Studiolo API</title></head>
<body>
<main>
<h1>Studiolo API</h1>
<p>The machine-readable description is <a href="/api/docs/openapi.json">openapi.json</a> (OpenAPI 3.1).
Calls marked with a key need <code>Authorization: Bearer &lt;token&gt;</code>.
Every refusal is <code>{"success": false, "error": "…"}</code>.</p>
${body}
</main>
</body>
</html>
`;
}

function entry(operation: Operation): string {
  const { method, path, summary, access, status = 200 } = operation;
  const refusals = errorsOf(operation)
    .map((code) => `<li>${errorStatus(code)} <code>${code}</code></li>`)
    .join('');
  const key = access === 'session' ? ' <span title="needs a session">🔑</span>' : '';
  return `<article><h3><code>${method.toUpperCase()} ${path}</code>${key}</h3>
<p>${escape(summary)}. Answers ${status}.</p>
<details><summary>Refusals</summary><ul>${refusals}</ul></details></article>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escape = (text: string) =>
  text.replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? '');
