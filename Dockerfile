# The shop as one image: built where the tools are, run where nothing but Node is.
FROM node:22-slim AS build
WORKDIR /shop
RUN npm install --global pnpm@10.34.9
COPY . .
RUN pnpm install --frozen-lockfile && pnpm build
RUN pnpm --filter @shop/server deploy --prod --legacy /deploy

FROM node:22-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 UPLOADS_DIR=/uploads
WORKDIR /shop
COPY --from=build /deploy/node_modules server/node_modules
COPY --from=build /shop/server/dist server/dist
COPY --from=build /shop/client/dist client/dist
COPY --from=build /shop/drizzle drizzle
RUN mkdir /uploads && chown node:node /uploads
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "server/dist/main.js"]
