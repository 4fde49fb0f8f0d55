import { Controller, Get, Header } from '@nestjs/common';

import { Access } from '../session/access.decorator.js';
import { docsPage } from './docs-page.js';
import { openApiDocument } from './openapi.js';

@Controller('api/docs')
export class DocsController {
  private readonly page = docsPage();
  private readonly document = openApiDocument();

  @Access('public')
  @Get()
  @Header('content-type', 'text/html; charset=utf-8')
  show(): string {
    return this.page;
  }

  @Access('public')
  @Get('openapi.json')
  openApi() {
    return this.document;
  }
}
