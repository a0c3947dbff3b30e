// The page to try the API: Swagger UI over the site's own description. Who is signed in sends the page's CSRF token.

const place = document.getElementById("api");

window.SwaggerUIBundle({
  url: place.dataset.schema,
  domNode: place,
  deepLinking: true,
  validatorUrl: null,
  syntaxHighlight: { activated: false },
  requestInterceptor: (request) => {
    if (new URL(request.url, location.href).origin === location.origin) {
      request.headers["X-CSRFToken"] = place.dataset.token;
    }
    return request;
  },
});
